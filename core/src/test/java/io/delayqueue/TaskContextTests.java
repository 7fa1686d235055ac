package io.delayqueue;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TaskContextTests {

    /** Contexts of tests implement the interface. */
    @Test
    void methodsThatNoCallbackCallsShouldHaveADefault() {
        assertThat(Stream.of(TaskContext.class.getDeclaredMethods())
                        .filter(Method::isDefault)
                        .map(Method::getName))
                .containsExactlyInAnyOrder("returned", "traced");
    }
}
