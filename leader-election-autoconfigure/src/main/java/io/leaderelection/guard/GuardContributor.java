/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import org.jspecify.annotations.Nullable;

/**
 * Contributes a feature to the guards of methods. Beans of this type are asked for each
 * method, in their order. A feature is created for the first method that uses it, so that
 * an application loads no class of a feature that it does not use.
 */
@FunctionalInterface
public interface GuardContributor {

	/**
	 * Returns the feature if a method uses it. Must not look up the elections, because a
	 * reactive method may be called before they exist.
	 * @param method the method
	 * @return the feature, or {@code null}
	 */
	@Nullable GuardFeature of(OnLeaderMethod method);

}
