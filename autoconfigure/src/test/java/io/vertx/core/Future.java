package io.vertx.core;

/** Stands for the type of Vert.x, which no module depends on. */
public interface Future<T> {}
