package jakarta.enterprise.concurrent;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stub of the annotation of Jakarta Concurrency, which no module depends on. */
@Retention(RetentionPolicy.RUNTIME)
public @interface Asynchronous {}
