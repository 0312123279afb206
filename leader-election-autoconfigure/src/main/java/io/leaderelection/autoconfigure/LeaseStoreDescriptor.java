/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.store.LeaseStoreFactory;

/**
 * Describes a kind of store on the class path. The auto-configuration of each store
 * defines one as a bean, whether or not the store can be used. The bean is lazy: it is
 * created only if the application defines no store, together with all other descriptors.
 */
public interface LeaseStoreDescriptor {

	/**
	 * Returns the value of {@code leader-election.backend} that selects the store.
	 * @return the name
	 */
	String name();

	/**
	 * Returns which instances can contend.
	 * @return the reach of the store; {@link Reach#SHARED} by default
	 */
	default Reach reach() {
		return Reach.SHARED;
	}

	/**
	 * Checks whether the store could be used without being named. Must not connect.
	 * @return the detection
	 */
	Detection detect();

	/**
	 * Prepares the store. Called only for the chosen store.
	 * @return the factory that opens the store
	 * @throws LeaderElectionConfigurationException if a required part is missing
	 */
	LeaseStoreFactory factory();

	/**
	 * The instances that can contend in elections of a store.
	 */
	enum Reach {

		/** The processes of one machine. */
		MACHINE,

		/** All instances that reach the same server. */
		SHARED

	}

	/**
	 * The result of checking whether a store could be used without being named.
	 *
	 * @param strength how strong the evidence is
	 * @param reason the property or bean found, or why the store is not detected
	 */
	record Detection(Strength strength, String reason) {

		/**
		 * Returns a detection by the store's own connection properties.
		 * @param property the name of one of the properties
		 * @return the detection
		 */
		public static Detection configured(String property) {
			return new Detection(Strength.CONFIGURED, property + " is set");
		}

		/**
		 * Returns a detection by a connection that the application uses for its own
		 * purposes.
		 * @param reason the property or bean found
		 * @return the detection
		 */
		public static Detection detected(String reason) {
			return new Detection(Strength.DETECTED, reason);
		}

		/**
		 * Returns the detection of a store that is used only if it is named.
		 * @param reason why it is not detected
		 * @return the detection
		 */
		public static Detection none(String reason) {
			return new Detection(Strength.NONE, reason);
		}

		/**
		 * The strength of the evidence.
		 */
		public enum Strength {

			/** No evidence. */
			NONE,

			/** A connection of the application. */
			DETECTED,

			/** The store's own properties. */
			CONFIGURED

		}

	}

}
