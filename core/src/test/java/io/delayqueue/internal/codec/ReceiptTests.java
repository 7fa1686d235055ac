package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.TopicName;
import io.delayqueue.store.Delivery;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Base64;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiptTests {

    private static final String FINE = "{'g':'g','t':'t','i':'a','n':7,'o':'i','a':2,'l':30000,'d':5}";

    private static Receipt receipt(@Nullable Repeat repeat) {
        return new Receipt(
                new TopicName("orders", "cancel-unpaid"),
                new Delivery("cancel-unpaid", "order-42", 1L << 52, "4711-a1b2c3d4-p7"),
                3,
                Duration.ofSeconds(30),
                1_795_312_152_004L,
                repeat);
    }

    static Stream<Receipt> receipts() {
        return Stream.of(
                        null,
                        Repeat.fixedRate(Duration.ofMillis(10)),
                        Repeat.fixedDelay(Duration.ofDays(36_500)),
                        Repeat.cron("0 0 3 * * * \"ä\n", ZoneId.of("Europe/Berlin")))
                .map(ReceiptTests::receipt);
    }

    @ParameterizedTest
    @MethodSource("receipts")
    void whatIsWrittenShouldBeReadAgain(Receipt receipt) {
        assertThat(receipt.toText()).matches("[A-Za-z0-9._-]{100,300}");
        assertThat(Receipt.read(receipt.toText())).isEqualTo(receipt);
    }

    @Test
    void receiptShouldBeWrittenAsEver() {
        String fields = "{'g':'orders','t':'cancel-unpaid','i':'order-42','n':4503599627370496,'o':'4711-a1b2c3d4-p7',"
                + "'a':3,'l':30000,'d':1795312152004";
        assertThat(receipts().map(Receipt::toText))
                .containsExactly(
                        text(fields + "}"),
                        text(fields + ",'r':{'rate':10}}"),
                        text(fields + ",'r':{'delay':3153600000000}}"),
                        text(fields + ",'r':{'cron':'0 0 3 * * * \\\"ä\\n','zone':'Europe/Berlin'}}"));
        assertThat(receipt(null).toText())
                .isEqualTo(
                        "r1.6p0xjHsiZyI6Im9yZGVycyIsInQiOiJjYW5jZWwtdW5wYWlkIiwiaSI6Im9yZGVyLTQyIiwibiI6NDUwMzU5OTYyNzM3MDQ5NiwibyI"
                                + "6IjQ3MTEtYTFiMmMzZDQtcDciLCJhIjozLCJsIjozMDAwMCwiZCI6MTc5NTMxMjE1MjAwNH0");
    }

    /** As text, with the right checksum whatever it says. */
    private static String text(String json) {
        byte[] bytes = json.replace('\'', '"').getBytes(UTF_8);
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        byte[] all = ByteBuffer.allocate(4 + bytes.length)
                .putInt((int) checksum.getValue())
                .put(bytes)
                .array();
        return "r1." + Base64.getUrlEncoder().withoutPadding().encodeToString(all);
    }

    @Test
    void fieldsOfLaterVersionsShouldBePassedOver() {
        Receipt expected = new Receipt(
                new TopicName("g", "t"), new Delivery("t", "a", 7, "i"), 2, Duration.ofSeconds(30), 5, null);
        assertThat(Receipt.read(text(FINE))).isEqualTo(expected);
        assertThat(Receipt.read(text(FINE.replace("'d'", "'later':{'x':[1]},'d'"))))
                .isEqualTo(expected);
        assertThat(Receipt.read(text(FINE.replace("'d'", "'r':{'later':[1],'rate':60000},'d'")))
                        .repeat())
                .isEqualTo(Repeat.fixedRate(Duration.ofMinutes(1)));
    }

    @Test
    void receiptThatWasCutOrMisspeltShouldBeRefused() {
        String text = receipt(null).toText();
        for (int end = 0; end < text.length(); end++) {
            requireRefused(text.substring(0, end));
        }
        for (int at = 0; at < text.length(); at++) {
            char other = text.charAt(at) == 'A' ? 'B' : 'A';
            requireRefused(text.substring(0, at) + other + text.substring(at + 1));
        }
        requireRefused(text.toLowerCase(Locale.ROOT));
        requireRefused(text + "A");
        requireRefused(text + "=");
        requireRefused(" " + text);
        requireRefused(text + "\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "r1.",
                "r1.AAAA",
                "r1.AAAAAA",
                "r2.AAAAAAAA",
                "r1.....",
                "r1.\u0000\uffff",
                "order-42",
                "<script>alert(1)</script>"
            })
    void whatIsNoReceiptShouldBeRefused(String text) {
        requireRefused(text);
    }

    static Stream<String> hostile() {
        return Stream.of(
                "",
                "null",
                "7",
                "[]",
                "{}",
                FINE + "x",
                FINE.substring(0, FINE.length() - 1),
                FINE.replace("'g':'g'", "'g':'g:}{x'"),
                FINE.replace("'g':'g'", "'g':7"),
                FINE.replace("'g':'g'", "'g':{'g':'g'}"),
                FINE.replace("'t':'t'", "'t':''"),
                FINE.replace("'t':'t'", "'t':'t:other'"),
                FINE.replace("'i':'a'", "'i':null"),
                FINE.replace("'i':'a'", "'i':'a:b'"),
                FINE.replace("'i':'a'", "'i':'" + "a".repeat(129) + "'"),
                FINE.replace("'n':7", "'n':0"),
                FINE.replace("'n':7", "'n':-1"),
                FINE.replace("'n':7", "'n':9223372036854775808"),
                FINE.replace("'n':7", "'n':'7'"),
                FINE.replace("'n':7", "'n':[7]"),
                FINE.replace("'o':'i',", ""),
                FINE.replace("'o':'i'", "'o':''"),
                FINE.replace("'o':'i'", "'o':7"),
                FINE.replace("'o':'i'", "'o':7.5"),
                FINE.replace("'o':'i'", "'o':true"),
                FINE.replace("'o':'i'", "'o':['i']"),
                FINE.replace("'a':2", "'a':true"),
                FINE.replace("'a':2", "'a':''"),
                FINE.replace("'a':2", "'a':null"),
                FINE.replace("'d':5", "'d':null"),
                FINE.replace("'d':5", "'d':''"),
                FINE.replace("'d':5", "'d':5,'r':{'cron':7,'zone':'UTC'}"),
                FINE.replace("'d':5", "'d':5,'r':{'rate':'10'}"),
                FINE.replace("'d':5", "'d':5,'r':[10]"),
                FINE.replace("'a':2", "'a':0"),
                FINE.replace("'a':2", "'a':2147483648"),
                FINE.replace("'l':30000", "'l':999"),
                FINE.replace("'l':30000", "'l':-30000"),
                FINE.replace("'l':30000", "'l':9223372036854775807"),
                FINE.replace(",'d':5", ""),
                FINE.replace("'d':5", "'d':1e400"),
                FINE.replace("'d':5", "'d':5,'r':7"),
                FINE.replace("'d':5", "'d':5,'r':{}"),
                FINE.replace("'d':5", "'d':5,'r':{'rate':1}"),
                FINE.replace("'d':5", "'d':5,'r':{'delay':9223372036854775807}"),
                FINE.replace("'d':5", "'d':5,'r':{'cron':'* * * * * *'}"),
                FINE.replace("'d':5", "'d':5,'r':{'cron':'* * * * * *','zone':'Nowhere/Never'}"),
                FINE.replace("'d':5", "'d':5,'x':" + "[".repeat(100_000)),
                FINE.replace("'d':5", "'d':5,'x':" + "9".repeat(100_000)));
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void receiptThatIsMadeUpShouldBeRefused(String json) {
        requireRefused(text(json));
    }

    private static void requireRefused(String text) {
        assertThatThrownBy(() -> Receipt.read(text))
                .as(text)
                .isExactlyInstanceOf(InvalidTaskException.class)
                .hasMessageStartingWith("receipt must be the complete receipt of a pulled task, but is '")
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300))
                .extracting(e -> ((InvalidTaskException) e).field())
                .isEqualTo("receipt");
    }
}
