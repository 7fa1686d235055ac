package io.delayqueue.greetings;

import java.io.IOException;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.AbstractHttpMessageConverter;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/**
 * Parts of an application that could interfere: a controller for every path, an advice for every failure, a converter of every
 * type.
 */
@RestController
public final class Greetings {

    record Greeting(
            String firstName, Instant sentAt, @Nullable String nothing) {}

    @GetMapping("/greeting")
    Greeting greeting() {
        return new Greeting("Ada", Instant.EPOCH, null);
    }

    @GetMapping("/failing")
    Greeting failing() {
        throw new IllegalStateException("on purpose");
    }

    @GetMapping("/**")
    String everything() {
        return "everything";
    }

    /** Handles every failure with the highest precedence. */
    @RestControllerAdvice
    @Order(Ordered.HIGHEST_PRECEDENCE)
    public static final class Advice {

        @ExceptionHandler
        String any(Exception e) {
            return "advised";
        }
    }

    /** Changes every request body and wraps every response. */
    @RestControllerAdvice
    public static final class Wrapper extends RequestBodyAdviceAdapter implements ResponseBodyAdvice<Object> {

        @Override
        public boolean supports(
                MethodParameter parameter, Type type, Class<? extends HttpMessageConverter<?>> converter) {
            return true;
        }

        @Override
        public HttpInputMessage beforeBodyRead(
                HttpInputMessage message,
                MethodParameter parameter,
                Type type,
                Class<? extends HttpMessageConverter<?>> converter) {
            throw new IllegalStateException("Not for this one to read");
        }

        @Override
        public boolean supports(MethodParameter type, Class<? extends HttpMessageConverter<?>> converter) {
            return type.getParameterType() != String.class && type.getParameterType() != Greeting.class;
        }

        @Override
        public Object beforeBodyWrite(
                @Nullable Object body,
                MethodParameter type,
                MediaType media,
                Class<? extends HttpMessageConverter<?>> converter,
                ServerHttpRequest request,
                ServerHttpResponse response) {
            return Map.of("wrapped", true);
        }
    }

    /** Reads and writes every type. */
    public static final class Greedy extends AbstractHttpMessageConverter<Object> {

        public Greedy() {
            super(MediaType.ALL);
        }

        @Override
        protected boolean supports(Class<?> type) {
            return type.getName().startsWith("io.delayqueue.web.");
        }

        @Override
        protected Object readInternal(Class<?> type, HttpInputMessage message) {
            throw new IllegalStateException("Not for this one to read");
        }

        @Override
        protected void writeInternal(Object value, HttpOutputMessage message) throws IOException {
            message.getBody().write("greedy".getBytes(StandardCharsets.UTF_8));
        }
    }
}
