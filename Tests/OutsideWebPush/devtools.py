"""The DevTools protocol, for what a driver of browsers has no words for."""

import json
import urllib.request

import websocket

PATIENCE = 60


class DevTools:
    """A connection to the browser's one page; events are kept until somebody asks for them."""

    def __init__(self, driver):
        address = driver.capabilities["goog:chromeOptions"]["debuggerAddress"]
        with urllib.request.urlopen(f"http://{address}/json/list", timeout=PATIENCE) as answer:
            (page,) = (target for target in json.load(answer) if target["type"] == "page")
        self.socket = websocket.create_connection(
            page["webSocketDebuggerUrl"], timeout=PATIENCE, suppress_origin=True
        )
        self.events = []
        self.count = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def call(self, method, session=None, **parameters):
        """The result of a command."""
        self.count += 1
        command = {"id": self.count, "method": method, "params": parameters}
        self.socket.send(json.dumps(command | ({"sessionId": session} if session else {})))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == self.count:
                assert "error" not in answer, (method, answer)
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, method, condition):
        """The parameters of the first event of the kind for which the condition holds."""
        while True:
            for event in self.events:
                if event.get("method") == method and condition(event["params"]):
                    return event["params"]
            self.events.append(json.loads(self.socket.recv()))

    def evaluate(self, script, session=None):
        """What a script comes to, once its promise is kept."""
        result = self.call("Runtime.evaluate", session, expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")
