/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.store.LeaseStoreFactory;

/**
 * A kind of store that is on the class path. Each store's auto-configuration contributes
 * one as a bean, whether or not the store can be used here. The bean is lazy: it is made
 * only if the application has no store of its own, and then all of them are.
 */
public interface LeaseStoreDescriptor {

	/**
	 * The value of {@code leader-election.backend} that stands for the store.
	 * @return the name
	 */
	String name();

	/**
	 * The instances that can take part.
	 * @return whether other machines see the same records
	 */
	Reach reach();

	/**
	 * Looks whether the store could be used without being named. Must not connect.
	 * @return what was found
	 */
	Detection detect();

	/**
	 * Prepares the store. Called for the chosen store only.
	 * @return opens the store
	 * @throws LeaderElectionConfigurationException if something it needs is missing
	 */
	LeaseStoreFactory factory();

	/**
	 * The instances that can take part in elections over a store.
	 */
	enum Reach {

		/** Processes of one machine. */
		MACHINE,

		/** All that reach the same server. */
		SHARED

	}

	/**
	 * Whether a store could be used without being named.
	 *
	 * @param strength how strong the evidence is
	 * @param reason the property or bean found, or why the store is not detected
	 */
	record Detection(Strength strength, String reason) {

		/**
		 * The store's own connection properties are set.
		 * @param property the name of one of them
		 * @return the detection
		 */
		public static Detection configured(String property) {
			return new Detection(Strength.CONFIGURED, property + " is set");
		}

		/**
		 * The application has a connection to such a store for its own purposes.
		 * @param reason what was found
		 * @return the detection
		 */
		public static Detection detected(String reason) {
			return new Detection(Strength.DETECTED, reason);
		}

		/**
		 * The store is used only if named.
		 * @param reason why
		 * @return the detection
		 */
		public static Detection none(String reason) {
			return new Detection(Strength.NONE, reason);
		}

		/**
		 * How strong the evidence is.
		 */
		public enum Strength {

			/** None. */
			NONE,

			/** A connection of the application. */
			DETECTED,

			/** The store's own properties. */
			CONFIGURED

		}

	}

}
