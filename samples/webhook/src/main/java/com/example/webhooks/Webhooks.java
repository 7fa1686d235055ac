package com.example.webhooks;

import io.delayqueue.DelayQueueService;
import io.delayqueue.RetryTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.Backoff;
import io.delayqueue.annotation.DelayQueueListener;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;

/** Posts events to the servers of customers, which may be away for hours. */
@Component
class Webhooks {

    private static final Logger log = LoggerFactory.getLogger(Webhooks.class);

    private final DelayQueueService delayQueueService;

    private final RestClient http;

    Webhooks(DelayQueueService delayQueueService, RestClient.Builder http) {
        this.delayQueueService = delayQueueService;
        this.http = http.build();
    }

    /** A task without a delay is due at once. */
    String send(String url, String body) {
        return delayQueueService
                .addTask(Task.of("webhooks", "send")
                        .payload(new Webhook(url, body))
                        .build())
                .id();
    }

    /**
     * A status of 500 and above, or no answer, is tried again after 1 s, 4 s, 16 s and so on, each at most an hour, for two days. A busy
     * server is left alone for as long as it asks, which spends no attempt. Any other status of 400 and above is the customer's mistake: the
     * task goes to the dead letters at once.
     */
    @DelayQueueListener(
            group = "webhooks",
            topic = "send",
            concurrency = "20",
            ttr = "30s",
            retryFor = "2d",
            backoff = @Backoff(initialDelay = "1s", multiplier = "4", maxDelay = "1h"),
            noRetryFor = HttpClientErrorException.class)
    void post(Webhook webhook, TaskContext context) {
        try {
            http.post()
                    .uri(webhook.url())
                    .contentType(MediaType.APPLICATION_JSON)
                    .header("Idempotency-Key", context.id())
                    .body(webhook.body())
                    .retrieve()
                    .toBodilessEntity();
        } catch (HttpClientErrorException.TooManyRequests e) {
            throw RetryTaskException.later(retryAfter(e), "too many requests");
        }
        log.info("Webhook {} was received at attempt {}", context.id(), context.attempt());
    }

    /** The seconds that the server asks for, else five minutes. */
    private static Duration retryAfter(HttpClientErrorException busy) {
        HttpHeaders headers = busy.getResponseHeaders();
        String seconds = headers == null ? null : headers.getFirst(HttpHeaders.RETRY_AFTER);
        return seconds != null && seconds.matches("\\d{1,6}")
                ? Duration.ofSeconds(Long.parseLong(seconds))
                : Duration.ofMinutes(5);
    }
}
