package io.delayqueue.threads;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;

/** Application whose callbacks run an action of the test. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class BusyApplication {

    /** Action of callbacks. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    @FunctionalInterface
    interface Beans {
        void register(GenericApplicationContext context);
    }

    /** Successful callback. */
    record Run(String task, Thread thread) {}

    record Listener(Queue<Run> runs, Work work) {
        @DelayQueueListener(group = "${busy.group}", topic = "work", concurrency = "8", maxAttempts = "2")
        void work(TaskContext context) throws Exception {
            work.run();
            runs.add(new Run(context.id(), Thread.currentThread()));
        }
    }

    @Bean
    Queue<Run> runs() {
        return new ConcurrentLinkedQueue<>();
    }

    @Bean
    Listener listener(Queue<Run> runs, Work work) {
        return new Listener(runs, work);
    }

    static Instance start(String group, Work work, Beans beans, String... properties) {
        RedisServer redis = RedisServer.shared();
        return new Instance(
                new SpringApplicationBuilder(BusyApplication.class)
                        .web(WebApplicationType.NONE)
                        .registerShutdownHook(false)
                        .initializers((GenericApplicationContext context) -> {
                            context.registerBean(Work.class, () -> work);
                            beans.register(context);
                        })
                        .properties(
                                "spring.main.banner-mode=off",
                                "spring.data.redis.host=" + redis.host(),
                                "spring.data.redis.port=" + redis.port(),
                                "management.tracing.sampling.probability=1",
                                "delayqueue.retry.initial-delay=10ms",
                                "delayqueue.retry.max-delay=10ms",
                                "busy.group=" + group)
                        .properties(properties)
                        .run(),
                group);
    }

    record Instance(ConfigurableApplicationContext context, String group) implements AutoCloseable {

        /** Adds a number of tasks; returns their ids. */
        List<String> add(int count) {
            List<Task> tasks = IntStream.range(0, count)
                    .mapToObj(i -> Task.of(group, "work").delay(Duration.ZERO).build())
                    .toList();
            context.getBean(DelayQueueService.class).addTasks(tasks);
            return tasks.stream().map(Task::id).toList();
        }

        @SuppressWarnings("unchecked")
        Queue<Run> runs() {
            return context.getBean("runs", Queue.class);
        }

        List<String> done() {
            return runs().stream().map(Run::task).toList();
        }

        @Override
        public void close() {
            context.close();
        }
    }
}
