package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.DeadReason;
import io.delayqueue.TopicName;
import io.delayqueue.history.TaskRecord.Details;
import io.delayqueue.history.TaskRecord.Progress;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;

class StoredRecordTests {

    private static final Details NONE =
            new Details(null, null, null, null, null, null, null, null, null, null, null, null);

    private static Details read(String more) {
        return Objects.requireNonNull(StoredRecord.read(
                        new TopicName("g", "t"),
                        List.of("id"),
                        "[10,5,null,null,1,\"i\"" + (more.isEmpty() ? "" : "," + more) + "]",
                        List.of()))
                .details();
    }

    private static Details readAgain(Details details) {
        return read(StoredRecord.more(details));
    }

    private static String text(int length) {
        return "\"" + "x".repeat(length - 2) + "\"";
    }

    @Test
    void writtenDetailsShouldBeReadAgain() {
        Details all = new Details(
                Instant.ofEpochMilli(7),
                "{\"total\":1.50}",
                null,
                new Progress(1, 2, "half"),
                "4bf92f",
                "a.B",
                "why",
                DeadReason.REJECTED,
                "[1,{}]",
                null,
                null,
                null);
        assertThat(readAgain(all)).isEqualTo(all);
        assertThat(readAgain(all.progress(new Progress(3, 0, null)).errorMessage(null)))
                .isEqualTo(all.progress(new Progress(3, 0, null)).errorMessage(null));
        assertThat(StoredRecord.more(NONE)).isEmpty();
        assertThat(read("")).isEqualTo(NONE);
    }

    /** Lines behind the first one of a record are its attempts. */
    @Test
    void detailsShouldBeOneLine() {
        Details details = NONE.payload("{\n \"a\": 1\r\n}").result("[\n]");
        assertThat(StoredRecord.more(details)).isEqualTo("{\"result\":[],\"payload\":{\"a\":1}}");
    }

    @Test
    void whatIsNoJsonShouldBeRefused() {
        for (String broken : List.of("{", "a", "1]", "\"\n\"")) {
            assertThatExceptionOfType(JacksonException.class).isThrownBy(() -> StoredRecord.more(NONE.payload(broken)));
            assertThatExceptionOfType(JacksonException.class).isThrownBy(() -> StoredRecord.more(NONE.result(broken)));
        }
    }

    @Test
    void largePartsShouldBeLeftOutAndTheirSizesKept() {
        Details kept = NONE.payload(text(7_000)).result(text(4_096));
        assertThat(readAgain(kept)).isEqualTo(kept);
        assertThat(readAgain(kept.payload(text(7_150)))).satisfies(read -> {
            assertThat(read.payload()).isNull();
            assertThat(read.payloadSize()).isEqualTo(7_150);
            assertThat(read.result()).isEqualTo(kept.result());
        });
        assertThat(readAgain(kept.payload(text(100_000)).result(text(4_097)))).satisfies(read -> {
            assertThat(read.payload()).isNull();
            assertThat(read.payloadSize()).isEqualTo(100_000);
            assertThat(read.result()).isNull();
            assertThat(read.resultSize()).isEqualTo(4_097);
        });
        assertSmall(kept);
        assertSmall(NONE.payload(text(11_250)).errorMessage("m".repeat(10_000)));
        assertSmall(new Details(
                null, null, null, null, null, "t", "ü".repeat(10_000), null, text(11_000), null, null, null));
    }

    @Test
    void textOfAProgressShouldBeCutBetweenCharacters() {
        Details read = readAgain(NONE.progress(new Progress(1, 2, "😀".repeat(81))));
        assertThat(read.progress()).isEqualTo(new Progress(1, 2, "😀".repeat(80)));
    }

    private static void assertSmall(@Nullable Details details) {
        assertThat(StoredRecord.more(Objects.requireNonNull(details)).getBytes(UTF_8))
                .hasSizeLessThanOrEqualTo(11 << 10);
    }
}
