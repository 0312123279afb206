/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

/**
 * A method of a store that faults can be injected into.
 */
public enum StoreOperation {

	/** {@link io.leaderelection.store.LeaseStore#acquire}. */
	ACQUIRE,

	/** {@link io.leaderelection.store.LeaseStore#renew}. */
	RENEW,

	/** {@link io.leaderelection.store.LeaseStore#release}. */
	RELEASE,

	/** {@link io.leaderelection.store.LeaseStore#observe}. */
	OBSERVE

}
