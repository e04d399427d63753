"""What becomes of files: a year of a bucket's rules, and what was uploaded."""

from __future__ import annotations

import base64
import hashlib
import io
import zipfile
from collections.abc import Iterator
from typing import Final

from glue_jobs.lib import archive, manifests
from regent.jobs import JOBS
from tests.rehearsal.aws import lifecycles
from tests.rehearsal.packages import content
from tests.rehearsal.records import Resource, Stack
from tests.rehearsal.stories.telling import FUNCTION, Story, named, only

_BUCKET: Final = "s3/bucket:Bucket"
_OBJECT: Final = "s3/bucketObjectv2:BucketObjectv2"
_RULES: Final = "s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration"
#: Where the retention job puts files, below its `--output`.
FOLDER: Final = "archive/"
MESSAGES: Final = f"{FOLDER}queue=orders/dt=2026-11-20/1-a-0.parquet"
STAGED: Final = (f"{FOLDER}{archive.STAGING}/1/1-a-0.parquet", "event-log/_staging/0-a.parquet")
A_YEAR: Final = 366


def _rules(stack: Stack, name: str) -> lifecycles.Rules:
    """The rules of a bucket."""
    bucket = named(stack, _BUCKET)[name]
    found = [each for each in stack.resources.of(_RULES) if each.inputs["bucket"] == bucket.id]
    rules: lifecycles.Rules = found[0].inputs["rules"] if found else []
    return rules


def the_archive_outlives_the_year(stack: Stack) -> Iterator[str]:
    """Retention deletes messages from the database once they are archived: the archive is then the
    only place where they are. Whoever replays them reads them at once, however old they are, and
    after three months they cost a sixth."""
    rules = _rules(stack, "archive")
    lasting = [MESSAGES, f"{FOLDER}{manifests.FOLDER}/queue=orders/1.json"]
    lasting += [f"{folder}2026-11-20/x.parquet" for job in JOBS for folder in job.files]
    for key in lasting:
        for days in (0, 1, 8, 31, 91, A_YEAR, 10 * A_YEAR):
            fate = lifecycles.of_current(rules, key, days)
            if not fate.can_be_read:
                yield f"{key} cannot be read after {days} days: {fate}"
    for days, storage in ((30, "STANDARD"), (A_YEAR, "GLACIER_IR")):
        fate = lifecycles.of_current(rules, MESSAGES, days)
        if fate.storage != storage:
            yield f"after {days} days the archive is {fate.storage}, not {storage}"


def what_was_overwritten_can_be_restored(stack: Stack) -> Iterator[str]:
    """For a month, in either bucket; then it goes, or each run of a job would add to the bill for
    ever. An upload of a day is finished or given up."""
    for name, key in (("archive", MESSAGES), ("packages", "jobs/lag-0.py")):
        rules = _rules(stack, name)
        for days, wanted in ((0, True), (28, True), (92, False)):
            if lifecycles.of_replaced(rules, key, days).is_there != wanted:
                yield f"{name}: what was overwritten {days} days ago is there: {not wanted}"
        for days, wanted in ((0, True), (8, False)):
            if lifecycles.of_upload(rules, key, days).is_there != wanted:
                yield f"{name}: an upload that was begun {days} days ago is there: {not wanted}"


def what_a_job_left_behind_goes(stack: Stack) -> Iterator[str]:
    """A run that was interrupted leaves staged files, and the next run makes its own. A run takes
    hours: nothing of a run that goes on is taken away."""
    rules = _rules(stack, "archive")
    for path in STAGED:
        for days, wanted in ((0, True), (2, True), (31, False)):
            if lifecycles.of_current(rules, path, days).is_there != wanted:
                yield f"what was staged {days} days ago in {path} is there: {not wanted}"


def packages_stay_while_something_starts_from_them(stack: Stack) -> Iterator[str]:
    """Lambda keeps its own copy, Glue does not: a job of a stack that nobody has deployed for years
    still starts from its bucket."""
    for key in ("functions/0.zip", "jobs/lag-0.py", "jobs/0.gluewheels.zip"):
        fate = lifecycles.of_current(_rules(stack, "packages"), key, 10 * A_YEAR)
        if not fate.can_be_read:
            yield f"{key} is gone after some years"


def buckets_encrypt_with_one_call_an_hour(stack: Stack) -> Iterator[str]:
    """The stack's key in KMS, for which S3 makes one of the bucket's own: a call for each file
    would be most of a small file's price. Rules wait until there are versions."""
    for each in stack.resources.of(
        "s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration"
    ):
        for rule in each.inputs["rules"]:
            how = rule["applyServerSideEncryptionByDefault"]["sseAlgorithm"]
            if (how, rule.get("bucketKeyEnabled")) != ("aws:kms", True):
                yield f"{each.label} encrypts by {how}: {rule}"
    for rules in stack.resources.of(_RULES):
        versions = [
            each.urn
            for each in stack.resources.of("s3/bucketVersioning:BucketVersioning")
            if each.inputs["bucket"] == rules.inputs["bucket"]
        ]
        if not set(versions) & rules.needs:
            yield f"{rules.label} may be there before its bucket keeps versions"


def the_key_has_a_name(stack: Stack) -> Iterator[str]:
    """People find it in the console by its alias; it can be found again for a month."""
    key, alias = only(stack, "kms/key:Key"), only(stack, "kms/alias:Alias")
    called = (alias.inputs["name"], alias.inputs["targetKeyId"])
    if called != (f"alias/{stack.prefix}", key.outputs["keyId"]):
        yield f"{alias.label} is {called}"
    if key.inputs.get("deletionWindowInDays", 30) != 30:
        yield f"{key.label} is gone after {key.inputs['deletionWindowInDays']} days"
    usage = key.inputs.get("keyUsage", "ENCRYPT_DECRYPT")
    if usage != "ENCRYPT_DECRYPT" or not key.inputs.get("isEnabled", True):
        yield f"{key.label} is for {usage}, enabled: {key.inputs.get('isEnabled', True)}"


def uploads_are_what_their_names_say(stack: Stack) -> Iterator[str]:
    """A function starts from the functions' package, and gets the new one as soon as its hash is
    another one. Files are named by what is in them, so an old one stays as it is. They lie in the
    bucket of packages, encrypted from the first one on."""
    bucket = named(stack, _BUCKET)["packages"]
    objects = {each.name: each for each in stack.resources.of(_OBJECT)}
    wanted = {"functions.zip", "encryption.zip", "jobs.gluewheels.zip", "jobs.zip"}
    wanted |= {f"job-{job.name}" for job in JOBS}
    if set(objects) != wanted:
        yield f"uploaded are {sorted(objects)}"
    encryption = stack.resources.of(
        "s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration"
    )
    own = {each.urn for each in encryption if each.inputs["bucket"] == bucket.id}
    for each in objects.values():
        if each.inputs["bucket"] != bucket.id:
            yield f"{each.label} lies in {each.inputs['bucket']}"
        if not own <= {needed.urn for needed in stack.resources.needed_by([each.urn])}:
            yield f"{each.label} may be there before its bucket encrypts"
        # AWS takes ten tags of an object, and a stack may have fifty.
        if each.inputs.get("overrideProvider") != {"defaultTags": {"tags": {}}}:
            yield f"{each.label} has the tags of the stack"
        if not each.retain_on_delete:
            yield f"{each.label} goes while jobs start from it"
        folder = each.inputs["key"].partition("/")[0]
        if folder != ("jobs" if each.name.startswith("job") else each.name.partition(".")[0]):
            yield f"{each.label} lies in {folder}"
    for function in stack.resources.of(FUNCTION):
        yield from _starts_from(function, objects["functions.zip"])
    yield from _starts_from(
        only(stack, "lambda/layerVersion:LayerVersion"), objects["encryption.zip"]
    )


def packages_hold_what_starts_from_them(stack: Stack) -> Iterator[str]:
    """The handlers, and what the jobs share. A job's own program is named by its contents: until
    the new schema is installed, the job goes on with the present one."""
    objects = named(stack, _OBJECT)
    for name, folder in (("functions.zip", "functions/"), ("jobs.zip", "glue_jobs/")):
        with zipfile.ZipFile(io.BytesIO(content(objects[name].inputs["source"]))) as packed:
            if not any(path.startswith(folder) for path in packed.namelist()):
                yield f"{name} has no {folder}"
    for job in JOBS:
        script = objects[f"job-{job.name}"].inputs
        if hashlib.sha256(content(script["source"])).hexdigest()[:16] not in script["key"]:
            yield f"{script['key']} is another program under the name of the last one"


def _starts_from(code: Resource, upload: Resource) -> Iterator[str]:
    place = (code.inputs.get("s3Bucket"), code.inputs.get("s3Key"))
    if place != (upload.inputs["bucket"], upload.inputs["key"]):
        yield f"{code.label} starts from {place}"
    # The upload is named by the hash of its contents.
    named_by = upload.inputs["key"].rpartition("/")[2].partition(".")[0]
    if code.inputs.get("sourceCodeHash") != base64.b64encode(bytes.fromhex(named_by)).decode():
        yield f"{code.label} does not hear of new code"


STORIES: Final[tuple[Story, ...]] = (
    the_archive_outlives_the_year, what_was_overwritten_can_be_restored,
    what_a_job_left_behind_goes, packages_stay_while_something_starts_from_them,
    buckets_encrypt_with_one_call_an_hour, the_key_has_a_name, uploads_are_what_their_names_say,
    packages_hold_what_starts_from_them,
)  # fmt: skip
