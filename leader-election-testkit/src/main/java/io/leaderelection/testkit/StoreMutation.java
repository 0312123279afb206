/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

/**
 * Checks that a store must not be able to lose unnoticed. Each is removed from the
 * store's own source, script or statement, and the tests of {@link LeaseStoreContract}
 * tagged {@code mutation} run on what remains: at least one must fail.
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

	/** A repeated acquire answers the full duration and extends nothing. */
	REPEAT_EXTENDS,

	/** A renewal replaces checkpoints of a higher or of the same version. */
	CHECKPOINT_VERSION_CHECK

}
