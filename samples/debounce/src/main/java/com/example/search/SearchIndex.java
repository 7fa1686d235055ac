package com.example.search;

import io.delayqueue.DelayQueueService;
import io.delayqueue.IfExists;
import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Indexes a document once it has not changed for five seconds, not after each change. */
@Component
class SearchIndex {

    private static final Logger log = LoggerFactory.getLogger(SearchIndex.class);

    private final DelayQueueService delayQueueService;

    /** Stands for the index. */
    private final Map<String, Integer> timesIndexed = new ConcurrentHashMap<>();

    SearchIndex(DelayQueueService delayQueueService) {
        this.delayQueueService = delayQueueService;
    }

    /** Replaces the task of the previous change, on whichever instance that was. */
    void documentChanged(String document) {
        delayQueueService.addTask(Task.of("search", "index")
                .id("index-" + document)
                .payload(document)
                .delay(Duration.ofSeconds(5))
                .ifExists(IfExists.REPLACE)
                .build());
    }

    @DelayQueueListener(group = "search", topic = "index")
    void index(String document) {
        timesIndexed.merge(document, 1, Integer::sum);
        log.info("Indexed {}", document);
    }

    int timesIndexed(String document) {
        return timesIndexed.getOrDefault(document, 0);
    }
}
