/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

/**
 * Opens a store.
 */
public interface LeaseStoreFactory {

	/**
	 * The traits of the store.
	 * @return the traits
	 */
	StoreTraits traits();

	/**
	 * Opens the store. Throws only for what waiting does not mend, such as a setting that
	 * cannot work; a store that cannot be reached now is opened and answers
	 * {@link Outcome.Unknown} or throws when called.
	 * @return the store, to be closed by the caller
	 */
	LeaseStore open();

}
