import com.github.sonus21.rqueue.annotation.RqueueListener;
import com.github.sonus21.rqueue.config.RqueueConfig;
import com.github.sonus21.rqueue.config.RqueueListenerBaseConfig;
import com.github.sonus21.rqueue.core.RqueueEndpointManager;
import com.github.sonus21.rqueue.core.RqueueMessageEnqueuer;
import com.github.sonus21.rqueue.core.RqueueMessageManager;
import com.github.sonus21.rqueue.core.RqueueMessageTemplate;
import com.github.sonus21.rqueue.core.impl.RqueueEndpointManagerImpl;
import com.github.sonus21.rqueue.core.impl.RqueueMessageEnqueuerImpl;
import com.github.sonus21.rqueue.core.impl.RqueueMessageManagerImpl;
import com.github.sonus21.rqueue.listener.RqueueMessageHandler;
import com.github.sonus21.rqueue.listener.RqueueMessageListenerContainer;
import java.util.Scanner;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.web.servlet.ViewResolver;

/**
 * Old application with the library of Rqueue, without this one: tests compile it with the jars of target/rqueue. Each line of its input is a
 * call: method, queue, id, number of an order, delay; "ok" follows when it has returned. Properties: port, and perhaps the queue to consume
 * and the visibility time-out. The listener adds the number to the list "seen:QUEUE", and does not return if the delay was below 0.
 */
public class RqueueJvm {

    public record Order(long number, String name) {}

    static class Orders {

        private final StringRedisTemplate redis;

        @Value("${consume}")
        private String queue;

        Orders(JedisConnectionFactory redis) {
            this.redis = new StringRedisTemplate(redis);
        }

        @RqueueListener(value = "${consume}", visibilityTimeout = "${visibility}", concurrency = "2-2")
        void cancel(Order order) throws InterruptedException {
            redis.opsForList().rightPush("seen:" + queue, "" + order.number());
            if (order.name().equals("slow")) {
                Thread.sleep(3_600_000);
            }
        }
    }

    /** As the configuration for Spring Boot has it, without pages. */
    @Configuration
    @ComponentScan({"com.github.sonus21.rqueue.dao", "com.github.sonus21.rqueue.web.service"})
    static class Rqueue extends RqueueListenerBaseConfig {

        @Bean
        JedisConnectionFactory redis(@Value("${port}") int port) {
            return new JedisConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", port));
        }

        @Bean
        RqueueMessageHandler handler() {
            return simpleRqueueListenerContainerFactory.getRqueueMessageHandler(getMessageConverterProvider());
        }

        @Bean
        @DependsOn("rqueueConfig")
        RqueueMessageListenerContainer container(RqueueMessageHandler handler) {
            simpleRqueueListenerContainerFactory.setRqueueMessageHandler(handler);
            return simpleRqueueListenerContainerFactory.createMessageListenerContainer();
        }

        @Bean
        RqueueMessageTemplate template(RqueueConfig config) {
            return getMessageTemplate(config);
        }

        @Bean
        RqueueMessageManager manager(RqueueMessageHandler handler, RqueueMessageTemplate template) {
            return new RqueueMessageManagerImpl(template, handler.getMessageConverter(), null);
        }

        @Bean
        RqueueEndpointManager endpoints(RqueueMessageHandler handler, RqueueMessageTemplate template) {
            return new RqueueEndpointManagerImpl(template, handler.getMessageConverter(), null);
        }

        @Bean
        RqueueMessageEnqueuer enqueuer(RqueueMessageHandler handler, RqueueMessageTemplate template) {
            return new RqueueMessageEnqueuerImpl(template, handler.getMessageConverter(), null);
        }

        @Override
        public ViewResolver rqueueViewResolver() {
            return (name, locale) -> null;
        }
    }

    public static void main(String[] arguments) {
        // Else the version is written in a pipeline, which Jedis does not permit.
        System.setProperty("rqueue.db.version", "2");
        var application = new AnnotationConfigApplicationContext();
        application.register(Rqueue.class);
        if (System.getProperty("consume") != null) {
            application.register(Orders.class);
        }
        application.refresh();
        System.out.println("ok");
        var endpoints = application.getBean(RqueueEndpointManager.class);
        var enqueuer = application.getBean(RqueueMessageEnqueuer.class);
        var manager = application.getBean(RqueueMessageManager.class);
        var input = new Scanner(System.in);
        while (input.hasNext()) {
            String call = input.next();
            String queue = input.next();
            String id = input.next();
            long number = input.nextLong();
            long millis = input.nextLong();
            Order order = new Order(number, millis < 0 ? "slow" : "周");
            if (!endpoints.isQueueRegistered(queue)) {
                endpoints.registerQueue(queue);
            }
            switch (call) {
                case "enqueue" -> enqueuer.enqueue(queue, id, order);
                case "enqueueIn" -> enqueuer.enqueueIn(queue, id, order, millis);
                case "enqueuePeriodic" -> enqueuer.enqueuePeriodic(queue, id, order, millis);
                case "enqueueWithoutId" -> enqueuer.enqueueIn(queue, order, millis);
                case "deleteMessage" -> manager.deleteMessage(queue, id);
                default -> throw new IllegalArgumentException(call);
            }
            System.out.println("ok");
        }
        Runtime.getRuntime().halt(0);
    }
}
