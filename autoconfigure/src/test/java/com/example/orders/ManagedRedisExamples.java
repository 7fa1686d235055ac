package com.example.orders;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskState;
import io.delayqueue.TopicOperations;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.pull.PullOptions;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Bean;

/** Code of docs/managed-redis.md, which ManagedRedisIT runs. */
public class ManagedRedisExamples {

    @Bean
    ApplicationRunner tryRedis(DelayQueueEngine engine, DelayQueueService service) {
        TopicOperations topic = service.topic("trial", "redis");
        return arguments -> {
            attempt(
                    "add",
                    () -> service.addTask(Task.of("trial", "redis")
                            .id("t-1")
                            .key("k")
                            .delay(Duration.ofHours(1))
                            .build()));
            attempt("list", () -> topic.list(TaskState.DELAYED, null, 10));
            attempt("remove", () -> service.removeTask("trial", "t-1"));
            attempt("start", () -> {
                engine.start();
                return engine.register().registerTopic("trial", "redis");
            });
            attempt(
                    "add what is due",
                    () -> service.addTask(Task.of("trial", "redis").key("k").build()));
            attempt("reserve and finish", () -> engine.puller()
                    .finish(engine.puller().reserve("trial", "redis", PullOptions.DEFAULT, Duration.ofSeconds(5))));
            attempt("count", topic::count);
            attempt("pause and resume", () -> topic.pause() && topic.resume());
            attempt("audit and repair", () -> engine.inspector().repair("trial"));
            attempt("instances", () -> engine.inspector().instances("trial"));
            attempt("remove all", topic::removeTasks);
            attempt("unregister", () -> engine.register().cancelGroup("trial"));
        };
    }

    static void attempt(String step, Callable<?> call) {
        try {
            System.out.println(step + ": " + call.call());
        } catch (Exception e) {
            System.out.println(step + " FAILED: " + e.getMessage());
        }
    }
}
