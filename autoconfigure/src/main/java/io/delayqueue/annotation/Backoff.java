package io.delayqueue.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How long a topic waits between attempts: either {@link #fixedDelay} alone, or any of the others. What is empty of those
 * is as {@code delayqueue.retry.*} says. All may hold placeholders and expressions,
 * {@code ${...}} and {@code #{...}}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({})
public @interface Backoff {

    /** {@return the same delay after each failure, such as {@code 5s}, at least 1 ms; stands alone} */
    String fixedDelay() default "";

    /** {@return the delay after the first failure, at least 1 ms} */
    String initialDelay() default "";

    /** {@return what each further failure multiplies the delay by, at least 1} */
    String multiplier() default "";

    /** {@return the longest delay, at least the initial one} */
    String maxDelay() default "";

    /** {@return the random part as a share of the delay, from 0 (none) to 1} */
    String jitter() default "";
}
