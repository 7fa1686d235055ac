package com.example.api;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.springframework.core.ParameterizedTypeReference;

class Tasks {

    Task after(long number) {
        return Task.of("orders", "cancel-unpaid") // group and topic
                .payload(new CancelOrder(number)) // what Jackson can write
                .delay(Duration.ofMinutes(30)) // by the clock of Redis, from the add
                .id("cancel-" + number) // unique in the group; without it an id is made
                .ifExists(IfExists.KEEP) // if the id is there: KEEP, REPLACE or FAIL
                .build();
    }

    Task at(long number, Instant day) {
        return Task.of("orders", "remind")
                .payload(number)
                .at(day) // instead of a delay
                .priority(Priority.LOW) // among tasks that are due together
                .key("customer-7") // tasks of the topic with this key run one after another
                .tag("order", "42") // tasks are found, removed and requeued by their tags
                .ttr(Duration.ofMinutes(2)) // time to run: one attempt is interrupted after it
                .maxAttempts(10) // then the task is a dead letter
                .retry(new ExponentialBackoff(Duration.ofSeconds(5), 2, Duration.ofHours(1), 0.2))
                .headers(Map.of("tenant", "north")) // texts beside the payload
                .description("Second reminder") // for the dashboard
                .build();
    }

    Task inTheMorning(long number, Instant eight, Instant nine) {
        return Task.of("orders", "remind")
                .payload(number)
                .dueBetween(eight, nine) // when few others of the topic are due; instead of a delay or a time
                .notAfter(nine.plusSeconds(600)) // last time to begin; later it is a dead letter, or dropped
                .retryFor(Duration.ofMinutes(30)) // how long attempts are repeated; maxAttempts may limit them too
                .build();
    }

    Task onceAnHour(long number) {
        return Task.of("reports", "alarm")
                .id("alarm-" + number)
                .uniqueFor(Duration.ofHours(1)) // no second task of this id in that time, also when this one has ended
                .within(Duration.ofMinutes(5)) // as notAfter, from the due time
                .build();
    }

    Task firstOfMany(long number) {
        return Task.of("reports", "refresh")
                .id("refresh-" + number)
                .throttle(Duration.ofMinutes(10)) // another word for uniqueFor
                .build();
    }

    Task lastOfMany(long number) {
        return Task.of("reports", "index")
                .id("index-" + number)
                .debounce(Duration.ofSeconds(5), Duration.ofMinutes(1)) // 5 s after the last add, 1 min after the first
                .build();
    }

    Task eachNight() {
        return Task.of("reports", "sales")
                .id("sales")
                .repeat(Repeat.cron("0 0 3 * * *", ZoneId.of("Europe/Berlin"))) // fixedRate, fixedDelay or cron
                .build();
    }

    Task withElementType(List<CancelOrder> orders) {
        Type type = new ParameterizedTypeReference<List<CancelOrder>>() {}.getType();
        return Task.of("orders", "cancel-all").payload(orders, type).build(); // keeps subtypes of the elements
    }

    Task carryingItsCallback() { // a class that delayqueue.allowed-callbacks names
        return Task.of("mails", "send")
                .callback(SendMail.class, "a@example.com")
                .build();
    }

    void check(String id, String key, Duration delay, Instant at) { // each throws an InvalidTaskException
        Task.requireId(id);
        Task.requireKey(key);
        Task.requireDelay(delay);
        Task.requireInstant(at);
    }

    String read(Task task) { // as an interceptor of adds does
        return "%s %s %s, in %s or at %s to %s: %s as %s, carries %s, %s and %s attempts, %s, %s %s %s %s %s %s %s"
                .formatted(
                        task.topic(),
                        task.id(),
                        task.idGenerated() ? "made" : "given",
                        task.delay(), // null if an instant is set
                        task.dueAt(), // null if a delay is set; the begin of dueBetween
                        task.dueUntil(), // the end of dueBetween, else null
                        task.payload(),
                        task.payloadType(), // null if not given
                        task.callback(),
                        task.options().ttr(), // null: the topic's; also the next two
                        task.options().maxAttempts(),
                        task.options().retry(),
                        task.options().description(),
                        task.options().key(), // null: it waits for no other task
                        task.headers(),
                        task.priority(),
                        task.ifExists(),
                        task.repeat(),
                        task.isTimeSet());
    }

    Task copy(Task task) { // same id: what an interceptor of adds returns
        return task.with(new CancelOrder(43), null).withHeadersOf("tenants", Map.of("tenant", "south"));
    }
}
