import java.io.File;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Threads, children, timers, unix sockets, files, a collection of garbage. */
public class Main {
    public static void main(String[] words) throws Exception {
        var door = UnixDomainSocketAddress.of(System.getenv("ARENA_SOCKET"));
        try (var channel = SocketChannel.open(door)) {
            if (!channel.isConnected()) throw new AssertionError("not connected");
        }
        var pool = Executors.newScheduledThreadPool(4);
        if (pool.schedule(() -> 7, 2, TimeUnit.MILLISECONDS).get() != 7) throw new AssertionError();
        Path folder = Files.createTempDirectory("java");
        Path file = folder.resolve("a");
        Files.write(file, new byte[100000]);
        try (var mapped = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            var page = mapped.map(FileChannel.MapMode.READ_WRITE, 0, 4096);
            page.put(0, (byte) 1);
            page.force();
        }
        Files.move(file, folder.resolve("b"));
        var place = UnixDomainSocketAddress.of(folder.resolve("socket"));
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX); var selector = Selector.open()) {
            server.bind(place);
            var client = SocketChannel.open(place);
            var side = server.accept();
            client.write(ByteBuffer.wrap("word".getBytes()));
            side.configureBlocking(false).register(selector, 1);
            if (selector.select(5000) != 1) throw new AssertionError("nothing came");
            side.close();
            client.close();
        }
        var child = new ProcessBuilder("/bin/echo", "1").start();
        if (child.waitFor() != 0 || child.getInputStream().read() != '1') throw new AssertionError();
        long sum = 0;
        for (int i = 0; i < 2000; i++) sum += new byte[10000].length;
        System.gc();
        pool.shutdown();
        for (File one : folder.toFile().listFiles()) one.delete();
        System.out.println(sum == 20000000 ? "all well" : "wrong");
    }
}
