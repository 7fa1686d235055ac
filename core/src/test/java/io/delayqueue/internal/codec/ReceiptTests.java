package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.Tag;
import io.delayqueue.TopicName;
import io.delayqueue.store.Delivery;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiptTests {

    private static final String FINE = "['g',['t','a',7,'i'],2,30000,5]";

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

    @Test
    void tagsShouldBeReadBehindTheKey() {
        for (String label : List.of("k", "k\\torder=42\\ta=b=c", "\\torder=42\\ta=b=c")) {
            Receipt receipt = Receipt.of(
                    new TopicName("g", "t"), new Delivery("t", "a", 7, "i", label), 2, Duration.ofSeconds(30), 5, null);
            Delivery delivery = Receipt.read(receipt.toText()).delivery();
            assertThat(delivery.key()).isEqualTo(label.startsWith("k") ? "k" : null);
            assertThat(delivery.tags())
                    .isEqualTo(label.equals("k") ? List.of() : List.of(new Tag("order", "42"), new Tag("a", "b=c")));
        }
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
        assertThat(Receipt.read(text(FINE.replace("'i'", "'i',null,{'x':[1]}").replace("5]", "5,null,{'x':[1]}]"))))
                .isEqualTo(expected);
        assertThat(Receipt.read(text(FINE.replace("5]", "5,{'later':[1],'rate':60000}]")))
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
                FINE.replace("'g'", "'g:}{x'"),
                FINE.replace("'g'", "{'g':'g'}"),
                FINE.replace("'g'", "null"),
                FINE.replace("'t'", "''"),
                FINE.replace("'t'", "'t:other'"),
                FINE.replace("'t'", "null"),
                FINE.replace("'a'", "null"),
                FINE.replace("'a'", "'a:b'"),
                FINE.replace("'a'", "'" + "a".repeat(129) + "'"),
                FINE.replace(",7,", ",0,"),
                FINE.replace(",7,", ",-1,"),
                FINE.replace(",7,", ",9223372036854775808,"),
                FINE.replace(",7,", ",[7],"),
                FINE.replace(",7,'i'", ",7"),
                FINE.replace("'i'", "''"),
                FINE.replace("'i'", "['i']"),
                FINE.replace("'i'", "'i',''"),
                FINE.replace("'i'", "'i','k\\\\ta=b\\n000001000000000,null,null,1]'"),
                FINE.replace("'i'", "'i','k\\\\t!DEAD'"),
                FINE.replace("'i'", "'i','k\\torder=42'"),
                FINE.replace("'i'", "'i','k\\\\torder=42\\\\t'"),
                FINE.replace("['t','a',7,'i']", "null"),
                FINE.replace("['t','a',7,'i']", "7"),
                FINE.replace(",2,", ",null,"),
                FINE.replace(",2,", ",0,"),
                FINE.replace(",2,", ",2147483648,"),
                FINE.replace("30000", "999"),
                FINE.replace("30000", "-30000"),
                FINE.replace("30000", "9223372036854775807"),
                FINE.replace(",5]", ",null]"),
                FINE.replace(",5]", "]"),
                FINE.replace(",5]", ",1e400]"),
                FINE.replace(",5]", ",5,[10]]"),
                FINE.replace(",5]", ",5,7]"),
                FINE.replace(",5]", ",5,{}]"),
                FINE.replace(",5]", ",5,{'rate':1}]"),
                FINE.replace(",5]", ",5,{'delay':9223372036854775807}]"),
                FINE.replace(",5]", ",5,{'cron':'* * * * * *'}]"),
                FINE.replace(",5]", ",5,{'cron':'* * * * * *','zone':'Nowhere/Never'}]"),
                FINE.replace(",5]", ",5,null," + "[".repeat(100_000)));
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
