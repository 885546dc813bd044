// Sends one notification to each path of a file, as apns2 and gorush do it: golang.org/x/net/http2, a request a
// notification, so many at once. Prints how many answered 200 and how many seconds it took.
package main

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/net/http2"
)

func main() {
	url, caFile, pathFile, payloadFile, bearer, topic := os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5], os.Args[6]
	atOnce, _ := strconv.Atoi(os.Args[7])

	ca, err := os.ReadFile(caFile)
	check(err)
	payload, err := os.ReadFile(payloadFile)
	check(err)
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(ca)
	client := &http.Client{Transport: &http2.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}}

	file, err := os.Open(pathFile)
	check(err)
	paths := make(chan string, 4*atOnce)
	go func() {
		lines := bufio.NewScanner(file)
		for lines.Scan() {
			paths <- lines.Text()
		}
		close(paths)
	}()

	var accepted, failed atomic.Int64
	var workers sync.WaitGroup
	begin := time.Now()
	for i := 0; i < atOnce; i++ {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for path := range paths {
				request, _ := http.NewRequest("POST", url+path, bytes.NewReader(payload))
				request.Header.Set("authorization", "bearer "+bearer)
				request.Header.Set("apns-topic", topic)
				request.Header.Set("apns-push-type", "alert")
				request.Header.Set("apns-priority", "10")
				answer, err := client.Do(request)
				if err != nil {
					failed.Add(1)
					continue
				}
				io.Copy(io.Discard, answer.Body)
				answer.Body.Close()
				if answer.StatusCode == 200 {
					accepted.Add(1)
				} else {
					failed.Add(1)
				}
			}
		}()
	}
	workers.Wait()
	fmt.Printf("%d %d %.6f\n", accepted.Load(), failed.Load(), time.Since(begin).Seconds())
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
