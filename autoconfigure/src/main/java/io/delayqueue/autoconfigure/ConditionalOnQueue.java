package io.delayqueue.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/**
 * Matches if the application has a queue, with a name or without. Engines of queues with names are no candidates for injection, so that
 * {@code @ConditionalOnBean} does not see them. For auto-configurations that come after {@link DelayQueueAutoConfiguration}.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(OnQueueCondition.class)
public @interface ConditionalOnQueue {}
