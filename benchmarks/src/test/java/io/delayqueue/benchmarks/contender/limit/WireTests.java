package io.delayqueue.benchmarks.contender.limit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.benchmarks.server.Address;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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
    void readNumberShouldReadNumbersOfBothSigns() throws IOException {
        reply(":0\r\n:1767225600000\r\n:-42\r\n");
        assertThat(wire.readNumber()).isZero();
        assertThat(wire.readNumber()).isEqualTo(1_767_225_600_000L);
        assertThat(wire.readNumber()).isEqualTo(-42);
    }

    @Test
    void readBulkShouldTellNilFromEmptyAndKeepLineBreaks() throws IOException {
        reply("$5\r\na\r\nbc\r\n$0\r\n\r\n$-1\r\n:7\r\n");
        assertThat(wire.readBulk()).asString(UTF_8).isEqualTo("a\r\nbc");
        assertThat(wire.readBulk()).isEmpty();
        assertThat(wire.readBulk()).isNull();
        assertThat(wire.readNumber()).isEqualTo(7);
    }

    @Test
    void readBulkShouldReadWhatIsLargerThanTheBuffer() throws Exception {
        String large = "x".repeat(200_000);
        Thread writer = new Thread(() -> {
            try {
                reply("$200000\r\n" + large + "\r\n$200000\r\n" + large + "\r\n:7\r\n");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        writer.start();
        assertThat(wire.readBulk()).asString(UTF_8).isEqualTo(large);
        wire.skip();
        assertThat(wire.readNumber()).isEqualTo(7);
        writer.join();
    }

    @Test
    void readArrayShouldReadNestedArraysElementByElement() throws IOException {
        reply("*3\r\n:1\r\n*2\r\n$1\r\na\r\n:2\r\n*0\r\n*-1\r\n");
        assertThat(wire.readArray()).isEqualTo(3);
        assertThat(wire.readNumber()).isEqualTo(1);
        assertThat(wire.readArray()).isEqualTo(2);
        assertThat(wire.readBulk()).asString(UTF_8).isEqualTo("a");
        assertThat(wire.readNumber()).isEqualTo(2);
        assertThat(wire.readArray()).isZero();
        assertThat(wire.readArray()).isZero();
    }

    @Test
    void skipShouldPassOverOneReplyOfAnyKind() throws IOException {
        reply("+OK\r\n:12\r\n$3\r\nabc\r\n$-1\r\n*3\r\n*2\r\n:1\r\n$-1\r\n+in\r\n$2\r\n\r\n\r\n*-1\r\n:7\r\n");
        for (int i = 0; i < 6; i++) {
            wire.skip();
        }
        assertThat(wire.readNumber()).isEqualTo(7);
    }

    @Test
    void errorReplyShouldThrowWithItsTextAndLeaveTheNextReply() throws IOException {
        reply("-NOSCRIPT No matching script.\r\n-ERR a\r\n-ERR b\r\n-ERR c\r\n:7\r\n");
        assertThatThrownBy(wire::skip).isInstanceOf(ErrorReply.class).hasMessage("NOSCRIPT No matching script.");
        assertThatThrownBy(wire::readNumber).isInstanceOf(ErrorReply.class).hasMessage("ERR a");
        assertThatThrownBy(wire::readArray).isInstanceOf(ErrorReply.class).hasMessage("ERR b");
        assertThatThrownBy(wire::readBulk).isInstanceOf(ErrorReply.class).hasMessage("ERR c");
        assertThat(wire.readNumber()).isEqualTo(7);
    }

    @Test
    void errorInsideAnArrayShouldThrowWithItsText() throws IOException {
        reply("*2\r\n:1\r\n-ERR inside\r\n");
        assertThatThrownBy(wire::skip).isInstanceOf(ErrorReply.class).hasMessage("ERR inside");
    }

    @Test
    void replyOfAnotherKindShouldBeRefused() throws IOException {
        reply("+OK\r\n");
        assertThatThrownBy(wire::readNumber)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'+'");
    }

    @Test
    void endOfTheConnectionShouldThrow() throws IOException {
        reply("$5\r\nab");
        other.close();
        assertThatThrownBy(wire::readBulk)
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("closed the connection");
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
