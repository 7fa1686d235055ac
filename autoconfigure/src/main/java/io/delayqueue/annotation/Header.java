package io.delayqueue.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;

/**
 * Binds a parameter of a {@link DelayQueueListener} method to a header of the task, converted to the parameter's type.
 *
 * <p>A header that is required and missing, or that cannot be converted, sends the task to the dead letters at once. All
 * attributes may hold placeholders and expressions, {@code ${...}} and {@code #{...}}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface Header {

    /** {@return the header's name; empty for the parameter's} */
    @AliasFor("name")
    String value() default "";

    /** {@return the header's name; empty for the parameter's} */
    @AliasFor("value")
    String name() default "";

    /**
     * Whether a task must have the header.
     *
     * @return false to get null instead; also if the parameter is nullable or an {@link java.util.Optional}, or there is a
     *     default value
     */
    boolean required() default true;

    /** {@return the value of a missing header; empty for none} */
    String defaultValue() default "";
}
