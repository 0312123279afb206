/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

/**
 * The checks of a store that the contract must cover. Each check is removed from the
 * store's own source, script or statement, and the tests of {@link LeaseStoreContract}
 * tagged {@code mutation} run on the result: at least one must fail.
 */
public enum StoreMutation {

	/** A term is recognised without its nonce. */
	NONCE_CHECK,

	/** A term is recognised without its token. */
	TOKEN_CHECK,

	/** A new term is written whatever token the candidate last saw. */
	SEEN_TOKEN_CHECK,

	/** A term is renewed or repeated although it has expired. */
	EXPIRY_CHECK,

	/** A repeated acquire answers the full duration but does not extend the term. */
	REPEAT_EXTENDS,

	/** A renewal replaces checkpoints of a higher or of the same version. */
	CHECKPOINT_VERSION_CHECK

}
