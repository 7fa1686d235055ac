package io.delayqueue.stop;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.annotation.DelayQueueListener;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.StringRedisTemplate;
import reactor.core.publisher.Mono;

/** Application whose callbacks end only when a stop interrupts them, or not even then. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class StoppedApplication {

    static final List<String> TOPICS = List.of("catches", "asks", "future", "mono", "deaf");

    public static void main(String[] arguments) {
        SpringApplication.run(StoppedApplication.class, arguments);
    }

    record Listeners(StringRedisTemplate redis) {

        private void begun(TaskContext context) {
            redis.opsForList().rightPush("begun-" + context.group(), context.topic());
        }

        @DelayQueueListener(group = "${stopped.group}", topic = "catches")
        void catches(TaskContext context) {
            begun(context);
            try {
                new CountDownLatch(1).await();
            } catch (Exception e) {
                System.out.println("Caught " + e);
            }
        }

        @DelayQueueListener(group = "${stopped.group}", topic = "asks")
        void asks(TaskContext context) {
            begun(context);
            while (!Thread.interrupted()) {
                Thread.onSpinWait();
            }
        }

        @DelayQueueListener(group = "${stopped.group}", topic = "future")
        CompletableFuture<String> future(TaskContext context) {
            begun(context);
            return new CompletableFuture<>() {
                @Override
                public boolean cancel(boolean mayInterrupt) {
                    return complete("as if nothing had happened");
                }
            };
        }

        @DelayQueueListener(group = "${stopped.group}", topic = "mono")
        Mono<Void> mono(TaskContext context) {
            begun(context);
            return Mono.never();
        }

        @DelayQueueListener(group = "${stopped.group}", topic = "deaf")
        void deaf(TaskContext context) {
            begun(context);
            new CompletableFuture<Void>().join();
        }
    }

    @Bean
    Listeners listeners(StringRedisTemplate redis) {
        return new Listeners(redis);
    }

    /** Makes a success of each failure. */
    @Bean
    TaskInterceptor forgives() {
        return invocation -> {
            invocation.interceptEnd(end -> {
                try {
                    end.proceed();
                } catch (Exception e) {
                    System.out.println("Forgiven: " + e);
                }
            });
            invocation.proceed();
        };
    }

    @Bean
    CommandLineRunner adds(DelayQueueService queue) {
        return arguments -> TOPICS.forEach(
                topic -> queue.addTask(Task.of(arguments[0], topic).id(topic).build()));
    }
}
