package io.delayqueue.autoconfigure.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.callback.TopicCallbacks;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.support.GenericApplicationContext;

/** A lazy bean whose class needs a missing class does not fail the start. */
class BrokenBeansTests {

    @Test
    void lazyBeanThatCannotBeInspectedShouldBeLeftAlone() throws ClassNotFoundException {
        Class<?> broken = Class.forName(Broken.class.getName(), false, new Without(Missing.class));
        RootBeanDefinition definition = new RootBeanDefinition(broken);
        definition.setLazyInit(true);
        Listening.to(Object.class)
                .withInitializer(
                        context -> ((GenericApplicationContext) context).registerBeanDefinition("broken", definition))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(TopicCallbacks.class).topics()).isEmpty();
                });
    }

    static class Missing {}

    static class Broken {
        void on(Missing missing) {}
    }

    /** Loads the classes of this test itself, except one. */
    private static final class Without extends ClassLoader {

        private final Class<?> missing;

        Without(Class<?> missing) {
            super(missing.getClassLoader());
            this.missing = missing;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals(missing.getName())) {
                throw new ClassNotFoundException(name);
            }
            return name.equals(Broken.class.getName()) ? define(name) : super.loadClass(name, resolve);
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
