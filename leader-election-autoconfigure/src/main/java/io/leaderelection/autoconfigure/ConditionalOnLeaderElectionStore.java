/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Conditional;

/**
 * {@link Conditional @Conditional} that matches unless {@code leader-election.backend}
 * names another store. Used on the auto-configuration of a store. Always matches in
 * ahead-of-time processing, so that the store can be chosen at run time.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(OnLeaderElectionStoreCondition.class)
public @interface ConditionalOnLeaderElectionStore {

	/**
	 * The value of {@code leader-election.backend} that selects the store.
	 * @return the name, equal to {@link LeaseStoreDescriptor#name()}
	 */
	String value();

}
