/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

/**
 * Factory of a store.
 */
public interface LeaseStoreFactory {

	/**
	 * Returns the traits of the store.
	 * @return the traits
	 */
	StoreTraits traits();

	/**
	 * Opens the store. Throws only if waiting cannot help, for example for a setting that
	 * cannot work. A store that is unavailable now is opened, and answers
	 * {@link Outcome.Unknown} or throws when called.
	 * @return the store, which the caller must close
	 */
	LeaseStore open();

}
