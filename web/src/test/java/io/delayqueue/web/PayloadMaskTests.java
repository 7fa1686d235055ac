package io.delayqueue.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.history.TaskRecord.Progress;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PayloadMaskTests {

    private final Map<String, String> headers = new LinkedHashMap<>(Map.of("token", "secret"));

    @Test
    void maskShouldLeaveNamesOfHeadersOnly() {
        headers.put("empty", "");
        assertThat(new PayloadMask(true).headers(headers))
                .containsExactlyInAnyOrderEntriesOf(Map.of("token", "•••", "empty", "•••"));
    }

    @Test
    void maskShouldLeaveNumbersOfProgressOnly() {
        Progress progress = new Progress(3, 10, "secret");
        assertThat(new PayloadMask(true).progress(progress)).isEqualTo(new Progress(3, 10, null));
        assertThat(new PayloadMask(false).progress(progress)).isEqualTo(progress);
    }

    @Test
    void noMaskShouldLeaveThemAsTheyAre() {
        assertThat(new PayloadMask(false).headers(headers)).isEqualTo(Map.of("token", "secret"));
    }
}
