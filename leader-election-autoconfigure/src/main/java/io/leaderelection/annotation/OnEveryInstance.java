/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a {@code @Scheduled} method on every instance, although
 * {@code leader-election.guard-scheduled} or {@link OnLeader} on its type would run it on
 * the leader only. On a type, it exempts all {@code @Scheduled} methods from the
 * property; {@link OnLeader} on a method takes precedence. May be used as a
 * meta-annotation.
 * <p>
 * The application fails to start if an annotated method is not {@code @Scheduled}, or if
 * the same method or type also has {@link OnLeader}.
 */
@Target({ ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface OnEveryInstance {

}
