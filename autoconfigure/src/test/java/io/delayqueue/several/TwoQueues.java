package io.delayqueue.several;

import io.delayqueue.DeadLetter;
import io.delayqueue.DeadLetterListener;
import io.delayqueue.DelayQueueService;
import io.delayqueue.RejectTaskException;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import io.delayqueue.annotation.DelayQueueListener;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.slf4j.MDC;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Application with a default queue and one named "billing", and with listeners on both, in groups of the same name. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class TwoQueues {

    /** Payload whose callback does not return before {@link #goOn}. */
    static final String LONG = "long";

    final Queue<String> received = new ConcurrentLinkedQueue<>();

    final Queue<String> receivedByBilling = new ConcurrentLinkedQueue<>();

    final Queue<String> dead = new ConcurrentLinkedQueue<>();

    final Queue<String> intercepted = new ConcurrentLinkedQueue<>();

    final CountDownLatch started = new CountDownLatch(2);

    final CountDownLatch goOn = new CountDownLatch(1);

    /** Services as an application injects them. */
    record Services(
            DelayQueueService service, @Qualifier("billing") DelayQueueService billing) {}

    static ConfigurableApplicationContext start(Stream<String> properties) {
        return new SpringApplicationBuilder(TwoQueues.class)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .properties(Map.of("spring.main.banner-mode", "off", "delayqueue.shutdown-timeout", "0s"))
                .properties(properties.toArray(String[]::new))
                .run();
    }

    @Bean
    Services services(DelayQueueService service, @Qualifier("billing") DelayQueueService billing) {
        return new Services(service, billing);
    }

    @Bean
    DeadLetterListener deadOfAll() {
        return letter -> dead.add("all " + letter.payload());
    }

    @Bean
    @Qualifier("billing")
    DeadLetterListener deadOfBilling() {
        return new DeadLetterListener() {
            @Override
            public void onDeadLetter(DeadLetter letter) {
                dead.add("billing " + letter.payload());
            }
        };
    }

    @Bean
    TaskInterceptor aroundAll() {
        return invocation -> around("all", invocation);
    }

    @Bean(defaultCandidate = false)
    @Qualifier("billing")
    TaskInterceptor aroundBilling() {
        return invocation -> around("billing", invocation);
    }

    private void around(String interceptor, TaskInvocation invocation) throws Exception {
        intercepted.add(interceptor + " in " + MDC.get("delayqueue.queue"));
        invocation.proceed();
    }

    @DelayQueueListener(group = "g", topic = "t")
    void on(String payload) throws InterruptedException {
        work(payload);
        received.add(payload);
    }

    @DelayQueueListener(queue = "billing", group = "g", topic = "t")
    void onBilling(String payload) throws InterruptedException {
        work(payload);
        receivedByBilling.add(payload);
    }

    private void work(String payload) throws InterruptedException {
        if (payload.equals("bad")) {
            throw new RejectTaskException("bad");
        }
        if (payload.equals(LONG)) {
            started.countDown();
            goOn.await();
        }
    }
}
