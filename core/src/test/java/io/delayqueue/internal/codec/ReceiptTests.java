package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.TopicName;
import io.delayqueue.store.Delivery;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Base64;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiptTests {

    private static final String FINE = "{'g':'g','t':'t','i':'a','n':7,'o':'i','a':2,'l':30000,'d':5}";

    private static Receipt receipt(@Nullable Repeat repeat) {
        return Receipt.of(
                new TopicName("orders", "cancel-unpaid"),
                new Delivery("cancel-unpaid", "order-42", 1L << 52, "4711-a1b2c3d4-p7", null),
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

    private static String text(String json) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(json.replace('\'', '"').getBytes(UTF_8));
    }

    @Test
    void fieldsOfLaterVersionsShouldBePassedOver() {
        Receipt expected = Receipt.of(
                new TopicName("g", "t"), new Delivery("t", "a", 7, "i", null), 2, Duration.ofSeconds(30), 5, null);
        assertThat(Receipt.read(text(FINE))).isEqualTo(expected);
        assertThat(Receipt.read(text(FINE.replace("'d'", "'later':{'x':[1]},'d'"))))
                .isEqualTo(expected);
        assertThat(Receipt.read(text(FINE.replace("'d'", "'r':{'later':[1],'rate':60000},'d'")))
                        .repeat())
                .isEqualTo(Repeat.fixedRate(Duration.ofMinutes(1)));
    }

    @Test
    void receiptThatWasCutShouldBeRefused() {
        String text = receipt(null).toText();
        for (int end = 0; end < text.length(); end++) {
            requireRefused(text.substring(0, end));
        }
        requireRefused(" " + text);
        requireRefused(text + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"AAAA", "....", "\u0000\uffff", "order-42", "<script>alert(1)</script>"})
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
                FINE.replace("'g':'g'", "'g':{'g':'g'}"),
                FINE.replace("'t':'t'", "'t':''"),
                FINE.replace("'t':'t'", "'t':'t:other'"),
                FINE.replace("'i':'a'", "'i':null"),
                FINE.replace("'i':'a'", "'i':'a:b'"),
                FINE.replace("'i':'a'", "'i':'" + "a".repeat(129) + "'"),
                FINE.replace("'n':7", "'n':0"),
                FINE.replace("'n':7", "'n':-1"),
                FINE.replace("'n':7", "'n':9223372036854775808"),
                FINE.replace("'n':7", "'n':[7]"),
                FINE.replace("'o':'i',", ""),
                FINE.replace("'o':'i'", "'o':''"),
                FINE.replace("'o':'i'", "'o':['i']"),
                FINE.replace("'a':2", "'a':null"),
                FINE.replace("'d':5", "'d':null"),
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
                FINE.replace("'d':5", "'d':5,'x':" + "[".repeat(100_000)));
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
