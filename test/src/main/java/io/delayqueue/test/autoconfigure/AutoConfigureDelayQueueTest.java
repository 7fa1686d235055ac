package io.delayqueue.test.autoconfigure;

import io.delayqueue.test.DelayQueueTestKit;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/**
 * Put on a test class that starts an application, keeps the tasks of all its queues in memory and has the test move their time: no Redis
 * is needed or contacted, whatever the application's properties say. The test is given the {@link DelayQueueTestKit} by injection;
 * what is due runs on the test's own thread when it says so, in the application's own listeners.
 *
 * <p>Goes with {@code @SpringBootTest}, of any web environment, and with tests of a part of the application, which get a queue by it.
 * JUnit does not run classes that have it at the same time, with each other or in themselves. Other test frameworks must not
 * have tests at the same time that share an application.
 *
 * <p>Health does not ask Spring Boot's own Redis either, unless {@code management.health.redis.enabled} is set.
 *
 * <p>A {@link io.delayqueue.engine.DelayQueueEngine} that the application makes by itself is left alone.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
@ResourceLock("io.delayqueue.test.autoconfigure.AutoConfigureDelayQueueTest")
public @interface AutoConfigureDelayQueueTest {

    /**
     * The time at which each test begins, as {@link java.time.Instant#parse} reads it: {@code 2026-01-31T23:00:00Z}. Test classes with
     * different ones do not share an application.
     *
     * @return the instant; if empty, the time at which the application is started
     */
    String startAt() default "";

    /**
     * Whether each test begins with empty queues, at the time where they began, before its {@code @BeforeEach} methods: without tasks of
     * the tests before, and without those that the application added at its start: a {@code @BeforeEach} method can call the code that
     * adds them. If not, tests of one application go on where the one before ended, those of other classes included.
     *
     * @return whether it does
     */
    boolean clear() default true;
}
