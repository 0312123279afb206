/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.testkit.SourceMutant;
import io.leaderelection.testkit.StoreMutation;

/**
 * Checks that the contract tests notice each check that is missing in the rules by which
 * {@link LockedStatements} decide.
 */
abstract class LockedMutationContract extends MutationContract {

	@Override
	protected final String file() {
		return "LockedStatements.java";
	}

	@Override
	protected final SourceMutant mutant(StoreMutation mutation) {
		return SourceMutant.of(sources()).breakRules(mutation);
	}

	@Override
	protected final SourceMutant withUnconditionalRelease(SourceMutant mutant) {
		return mutant
			.replace("LeaseRow.java",
					"(command instanceof Release release) ? TermRules.release(release, this.record, known)",
					"(command instanceof Release && this.record != null) "
							+ "? new Write<>(this.record, Decision.LockUse.END, new Outcome.Released())")
			.replace("LeaseTables.java", "condition(batch, true, values)", "condition(batch, false, values)");
	}

}
