package io.delayqueue.test.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.verify;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.test.DelayQueueTestKit;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

/** Tests of parts of an application, or of a changed one. */
class PartsTests {

    /** Without auto-configuration, as in tests of parts of an application: the annotation adds the queue. */
    @Nested
    @SpringJUnitConfig(Part.class)
    @AutoConfigureDelayQueueTest
    class WithoutAutoConfiguration {

        @Test
        void listenerShouldBeCalled(
                @Autowired DelayQueueTestKit kit, @Autowired DelayQueueService service, @Autowired Part.Mail mail) {
            service.addTask(Task.of("mail", "send")
                    .payload("hello")
                    .delay(Duration.ofDays(1))
                    .build());
            kit.advance(Duration.ofDays(1));
            assertThat(mail.sent).containsExactly("hello");
        }

        @Test
        void nothingOfRedisShouldBeThere(@Autowired ListableBeanFactory beans) {
            assertThat(beans.getBeanNamesForType(RedisConnections.class)).isEmpty();
            assertThat(beans.getBeanNamesForType(DataRedisConnectionDetails.class))
                    .isEmpty();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Part.Mail.class)
    static class Part {

        static class Mail {

            final List<String> sent = new ArrayList<>();

            @DelayQueueListener(group = "mail", topic = "send")
            void send(String text) {
                sent.add(text);
            }
        }
    }

    /** Beans of the application can be mocked, and its clock be the test's. */
    @Nested
    @SpringBootTest(classes = Shop.class, properties = WebEnvironmentTests.BILLING)
    @Import(WithMocks.Parts.class)
    @AutoConfigureDelayQueueTest(startAt = "2026-01-01T00:00:00Z")
    class WithMocks {

        @MockitoBean
        Tariff tariff;

        @Autowired
        DelayQueueTestKit kit;

        @Autowired
        DelayQueueService service;

        @Test
        void mockShouldBeCalledByTheListener(@Autowired Clock clock) {
            given(tariff.price("Berlin")).willReturn(7);
            service.addTask(Task.of("trips", "bill")
                    .payload("Berlin")
                    .delay(Duration.ofHours(3))
                    .build());
            kit.advance(Duration.ofHours(5));
            verify(tariff).price("Berlin");
            assertThat(clock.instant()).isEqualTo(Instant.parse("2026-01-01T05:00:00Z"));
        }

        @TestConfiguration(proxyBeanMethods = false)
        static class Parts {

            @Bean
            Clock clock(DelayQueueTestKit kit) {
                return kit.clock();
            }

            @Bean
            Trips trips(Tariff tariff) {
                return new Trips(tariff);
            }
        }
    }

    /** Lazy initialization, as in tests of large applications. */
    @Nested
    @SpringBootTest(
            classes = Shop.class,
            properties = {WebEnvironmentTests.BILLING, "spring.main.lazy-initialization=true"})
    @AutoConfigureDelayQueueTest
    class WithLazyBeans {

        @Test
        void listenerShouldBeCalled(
                @Autowired DelayQueueTestKit kit, @Autowired Shop.Orders orders, @Autowired Shop.Journal journal) {
            orders.place(1);
            kit.advance(Shop.TIME_TO_PAY);
            assertThat(journal.lines).containsExactly("cancel 1 attempt 1");
        }
    }

    interface Tariff {
        int price(String city);
    }

    record Trips(Tariff tariff) {

        @DelayQueueListener(group = "trips", topic = "bill")
        void bill(String city) {
            tariff.price(city);
        }
    }
}
