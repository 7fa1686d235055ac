package com.example.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.test.autoconfigure.AutoConfigureDelayQueueTest;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** The test keeps the task that the application adds when it starts, which is a Thursday. */
@SpringBootTest
@AutoConfigureDelayQueueTest(startAt = "2026-03-26T12:00:00Z", clear = false)
class SalesReportTests {

    @Autowired
    DelayQueueTestKit kit;

    @Autowired
    SalesReport report;

    @Test
    void reportShouldBeWrittenOnWorkingDaysAtSevenAlsoInSummerTime() {
        kit.nextCallback("reports", "sales").fails(new IllegalStateException("The database is away"));

        kit.advance(Duration.ofDays(5));

        assertThat(report.reports())
                .containsExactly(
                        Instant.parse("2026-03-27T06:00:00Z"), // the second attempt, one second later
                        Instant.parse("2026-03-30T05:00:00Z"),
                        Instant.parse("2026-03-31T05:00:00Z"));
        assertThat(kit).failed(1).finished(3).hasTask("reports", "sales").dueAt(Instant.parse("2026-04-01T05:00:00Z"));
    }
}
