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
 * Keeps the tasks of all queues of an application in memory, with a time that the test moves. No Redis is needed or contacted,
 * independent of the application's properties. The {@link DelayQueueTestKit} is injected into the test; due tasks run on the
 * test's own thread when it moves the time, in the application's own listeners.
 *
 * <p>Works with {@code @SpringBootTest} in any web environment, and with tests of a part of the application, to which it adds a
 * queue. JUnit does not run test classes with this annotation, or their methods, in parallel. Other test frameworks must not
 * run tests in parallel that share an application.
 *
 * <p>Health does not check Spring Boot's own Redis either, unless {@code management.health.redis.enabled} is set.
 *
 * <p>A {@link io.delayqueue.engine.DelayQueueEngine} that the application creates by itself is not changed.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
@ResourceLock("io.delayqueue.test.autoconfigure.AutoConfigureDelayQueueTest")
public @interface AutoConfigureDelayQueueTest {

    /**
     * Time at which each test begins, in the format of {@link java.time.Instant#parse}: {@code 2026-01-31T23:00:00Z}. Test
     * classes with different times do not share an application.
     *
     * @return the instant; if empty, the time at which the application is started
     */
    String startAt() default "";

    /**
     * Whether queues and time are reset before each test and its {@code @BeforeEach} methods. This removes tasks of earlier
     * tests and those that the application added at its start; a {@code @BeforeEach} method can call the code that adds them.
     * {@linkplain io.delayqueue.TaskSchedule Declared schedules} are there in each test, as after a start.
     * Otherwise tests of one application continue where the previous one ended, including those of other classes.
     *
     * @return whether they are reset
     */
    boolean clear() default true;
}
