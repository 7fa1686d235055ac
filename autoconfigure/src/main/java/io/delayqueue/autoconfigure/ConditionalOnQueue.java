package io.delayqueue.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/**
 * Matches if the application has a default queue or a named queue. Engines of named queues are not candidates for injection, so
 * {@code @ConditionalOnBean} does not match them. For auto-configurations after {@link DelayQueueAutoConfiguration}.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(OnQueueCondition.class)
public @interface ConditionalOnQueue {}
