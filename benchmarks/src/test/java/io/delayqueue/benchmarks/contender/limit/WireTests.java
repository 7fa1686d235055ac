package io.delayqueue.benchmarks.contender.limit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.benchmarks.server.Address;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

class WireTests {

    private ServerSocket server;

    private Wire wire;

    private Socket other;

    @BeforeEach
    void connect() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        wire = new Wire(new Address(server.getInetAddress().getHostAddress(), server.getLocalPort()));
        other = server.accept();
    }

    @AfterEach
    void disconnect() throws IOException {
        wire.close();
        other.close();
        server.close();
    }

    private void reply(String text) throws IOException {
        other.getOutputStream().write(text.getBytes(UTF_8));
    }

    @Test
    void repliesShouldBeReadOneByOne() throws IOException {
        reply(":-42\r\n$5\r\na\r\nbc\r\n*3\r\n:1\r\n$-1\r\n*1\r\n:2\r\n*-1\r\n+OK\r\n:7\r\n");
        assertThat(wire.read()).isEqualTo(-42L);
        assertThat((byte[]) wire.read()).asString(UTF_8).isEqualTo("a\r\nbc");
        assertThat(wire.readArray()).isEqualTo(Arrays.asList(1L, null, List.of(2L)));
        assertThat(wire.readArray()).isEmpty();
        wire.read();
        assertThat(wire.read()).isEqualTo(7L);
    }

    @Test
    void errorReplyShouldThrowWithItsTextAndLeaveTheNextReply() throws IOException {
        reply("-ERR a\r\n-ERR b\r\n:7\r\n");
        assertThatThrownBy(wire::read).isInstanceOf(JedisDataException.class).hasMessage("ERR a");
        assertThatThrownBy(wire::readArray)
                .isInstanceOf(JedisDataException.class)
                .hasMessage("ERR b");
        assertThat(wire.read()).isEqualTo(7L);
    }

    @Test
    void endOfTheConnectionShouldThrow() throws IOException {
        reply("$5\r\nab");
        other.close();
        assertThatThrownBy(wire::read).isInstanceOf(JedisConnectionException.class);
    }

    @Test
    void writeShouldSendSmallAndLargePartsInOrder() throws Exception {
        byte[] large = "x".repeat(100_000).getBytes(UTF_8);
        Thread writer = new Thread(() -> {
            wire.write("first ".getBytes(UTF_8));
            wire.write(large);
            wire.write(" last".getBytes(UTF_8));
            wire.flush();
        });
        writer.start();
        assertThat(other.getInputStream().readNBytes(6 + large.length + 5))
                .asString(UTF_8)
                .isEqualTo("first " + "x".repeat(100_000) + " last");
        writer.join();
    }
}
