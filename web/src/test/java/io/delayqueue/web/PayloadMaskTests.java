package io.delayqueue.web;

import static org.assertj.core.api.Assertions.assertThat;

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
    void noMaskShouldLeaveThemAsTheyAre() {
        assertThat(new PayloadMask(false).headers(headers)).isEqualTo(Map.of("token", "secret"));
    }
}
