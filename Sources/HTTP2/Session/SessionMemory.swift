import CNGHTTP2

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The memory of one nghttp2 session: blocks that it gives back are kept, by size, and handed out again.
///
/// nghttp2 takes and returns about twenty small blocks a request. A session lives on one thread, so that neither a lock nor
/// the merging of neighbours is needed, which malloc(3) spends a sixth of the whole request on.
struct SessionMemory: ~Copyable {
    private let freeBlocks: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    /// Sizes are rounded up to so many bytes, and blocks of one rounded size are kept together.
    private static let step = 64
    /// Larger blocks, which are rare, go back to malloc(3).
    private static let largestKept = 1_024
    private static let classCount = largestKept / step
    /// Before each block stands its class; as long as what malloc(3) aligns to.
    private static let headerByteCount = 16
    /// The class of blocks that are not kept.
    private static let unkept = classCount

    init() {
        freeBlocks = .allocate(capacity: Self.classCount)
        freeBlocks.initialize(repeating: nil, count: Self.classCount)
    }

    deinit {
        for index in 0..<Self.classCount {
            var next = freeBlocks[index]
            while let block = next {
                next = block.load(as: UnsafeMutableRawPointer?.self)
                free(block - Self.headerByteCount)
            }
        }
        freeBlocks.deallocate()
    }

    /// What nghttp2 is handed; good as long as this memory is there.
    var functions: nghttp2_mem {
        nghttp2_mem(
            mem_user_data: freeBlocks,
            malloc: { size, user in SessionMemory.take(size, user) },
            free: { block, user in SessionMemory.giveBack(block, user) },
            calloc: { count, size, user in
                guard let block = SessionMemory.take(count * size, user) else { return nil }
                memset(block, 0, count * size)
                return block
            },
            realloc: { block, size, user in SessionMemory.resize(block, size, user) }
        )
    }

    @inline(__always)
    private static func take(_ size: Int, _ user: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let lists = lists(user) else { return nil }
        let place = size == 0 ? 0 : (size - 1) / step
        guard place < classCount else { return allocate(size, place: unkept) }
        guard let block = lists[place] else { return allocate((place + 1) * step, place: place) }
        lists[place] = block.load(as: UnsafeMutableRawPointer?.self)
        return block
    }

    @inline(__always)
    private static func giveBack(_ block: UnsafeMutableRawPointer?, _ user: UnsafeMutableRawPointer?) {
        guard let block, let lists = lists(user) else { return }
        let place = place(of: block)
        guard place < classCount else { return free(block - headerByteCount) }
        block.storeBytes(of: lists[place], as: UnsafeMutableRawPointer?.self)
        lists[place] = block
    }

    private static func resize(
        _ block: UnsafeMutableRawPointer?,
        _ size: Int,
        _ user: UnsafeMutableRawPointer?
    ) -> UnsafeMutableRawPointer? {
        guard let block else { return take(size, user) }
        let place = place(of: block)
        guard place < classCount else { return resizeUnkept(block, size) }
        let held = (place + 1) * step
        if size <= held { return block }
        guard let larger = take(size, user) else { return nil }
        larger.copyMemory(from: block, byteCount: held)
        giveBack(block, user)
        return larger
    }

    private static func resizeUnkept(_ block: UnsafeMutableRawPointer, _ size: Int) -> UnsafeMutableRawPointer? {
        realloc(block - headerByteCount, headerByteCount + size).map { $0 + headerByteCount }
    }

    private static func allocate(_ size: Int, place: Int) -> UnsafeMutableRawPointer? {
        guard let start = malloc(headerByteCount + size) else { return nil }
        start.storeBytes(of: place, as: Int.self)
        return start + headerByteCount
    }

    @inline(__always)
    private static func place(of block: UnsafeMutableRawPointer) -> Int {
        (block - headerByteCount).load(as: Int.self)
    }

    @inline(__always)
    private static func lists(
        _ user: UnsafeMutableRawPointer?
    ) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
        user?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    }
}
