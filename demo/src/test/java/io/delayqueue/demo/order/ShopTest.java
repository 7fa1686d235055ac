package io.delayqueue.demo.order;

import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.test.autoconfigure.AutoConfigureDelayQueueTest;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Clock;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

/** Complete demo without Redis, on one clock with its queues, and without its opening orders. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(webEnvironment = WebEnvironment.NONE)
@AutoConfigureDelayQueueTest
@Import(ShopTest.Time.class)
@MockitoBean(types = OrderNumbers.class)
@MockitoBean(name = "openingOrders", types = ApplicationRunner.class)
public @interface ShopTest {

    /** The demo uses the time of the kit. */
    @TestConfiguration(proxyBeanMethods = false)
    class Time {

        @Bean
        @Primary
        Clock kitClock(DelayQueueTestKit kit) {
            return kit.clock();
        }
    }
}
