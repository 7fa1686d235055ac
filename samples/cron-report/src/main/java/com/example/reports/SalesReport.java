package com.example.reports;

import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.DelayQueueSchedule;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Writes a report each working day at seven in the morning of Berlin, on one of the instances. */
@Component
class SalesReport {

    private static final Logger log = LoggerFactory.getLogger(SalesReport.class);

    /** Stands for the reports. */
    private final List<Instant> reports = new CopyOnWriteArrayList<>();

    @DelayQueueListener(group = "reports", topic = "sales", ttr = "10m")
    @DelayQueueSchedule(cron = "${reports.cron}", zone = "Europe/Berlin")
    void write(TaskContext context) {
        reports.add(context.dueAt());
        log.info("Report of {}, attempt {}", context.dueAt(), context.attempt());
    }

    List<Instant> reports() {
        return List.copyOf(reports);
    }
}
