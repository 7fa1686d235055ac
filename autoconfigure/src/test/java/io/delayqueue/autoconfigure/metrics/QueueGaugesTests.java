package io.delayqueue.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueueGaugesTests {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private final QueueGauges gauges = new QueueGauges(registry, Long.MAX_VALUE);

    private final List<String> read = new ArrayList<>();

    private void put(String group, String... topics) {
        Rows rows = new Rows();
        for (String topic : topics) {
            rows.add(QueueGauge.PAUSED, Tags.of("topic", topic), 1);
        }
        gauges.put(group, () -> {
            read.add(group);
            return rows;
        });
    }

    /** Otherwise a scrape of a thousand groups with a thousand rows reads a million rows. */
    @Test
    void scrapeShouldReadTheGroupsOfARowOnly() {
        put("orders", "mail", "other");
        put("bills", "sync", "other");
        read.clear();
        assertThat(registry.get("delayqueue.paused")
                        .tag("topic", "mail")
                        .gauge()
                        .value())
                .isEqualTo(1);
        assertThat(read).containsExactly("orders");
        assertThat(registry.get("delayqueue.paused")
                        .tag("topic", "other")
                        .gauge()
                        .value())
                .isEqualTo(2);
    }

    @Test
    void groupWithoutRowsShouldBeForgotten() {
        put("orders", "mail");
        put("orders");
        read.clear();
        put("bills", "mail");
        assertThat(read).doesNotContain("orders");
    }
}
