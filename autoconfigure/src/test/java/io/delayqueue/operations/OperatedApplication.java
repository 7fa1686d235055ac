package io.delayqueue.operations;

import io.delayqueue.annotation.DelayQueueListener;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

@SpringBootConfiguration
@EnableAutoConfiguration
class OperatedApplication {

    @Bean
    Callbacks callbacks() {
        return new Callbacks();
    }

    static class Callbacks {

        final Queue<String> reminded = new ConcurrentLinkedQueue<>();

        /** Permits for callbacks to end. */
        final Semaphore gate = new Semaphore(0);

        volatile boolean failing;

        @DelayQueueListener(group = "orders", topic = "remind", concurrency = "4", maxAttempts = "1")
        void remind(String whom) {
            if (failing) {
                throw new IllegalStateException("no luck");
            }
            reminded.add(whom);
        }

        @DelayQueueListener(group = "orders", topic = "slow", concurrency = "1")
        void slow(String payload) throws InterruptedException {
            gate.acquire();
        }
    }
}
