# Prints the deployed resources as JSON, read from the AWS API: functions with the permissions of their roles, and the media bucket.
import ast
import json
import sys

import boto3


def rights(iam, role: str) -> list:
    names = iam.list_role_policies(RoleName=role)["PolicyNames"]
    written = [iam.get_role_policy(RoleName=role, PolicyName=name)["PolicyDocument"] for name in names]
    # moto returns policies that CloudFormation created as text in Python syntax.
    documents = [ast.literal_eval(one) if isinstance(one, str) else one for one in written]
    return [action for document in documents for one in document["Statement"] for action in one["Action"]]


def headers(s3, bucket: str, key: str) -> list:
    stored = s3.head_object(Bucket=bucket, Key=key)
    return [stored["ContentType"], stored["CacheControl"]]


def inventory(stage: str) -> dict:
    iam, s3 = boto3.client("iam"), boto3.client("s3")
    pages = boto3.client("lambda").get_paginator("list_functions").paginate()
    functions = {
        one["FunctionName"]: {
            "memory": one["MemorySize"],
            "timeout": one["Timeout"],
            "variables": one["Environment"]["Variables"],
            "code": one["CodeSize"],
            "rights": rights(iam, one["Role"].split("/")[-1]),
        }
        for page in pages
        for one in page["Functions"]
    }
    buckets = [one["Name"] for one in s3.list_buckets()["Buckets"] if f"-{stage}-media-" in one["Name"]]
    # moto supports no bucket property of the template except encryption.
    media = {name: "Rules" in s3.get_bucket_encryption(Bucket=name)["ServerSideEncryptionConfiguration"] for name in buckets}
    # The files of the editor, with the headers of the page and of its first script: a request for each file takes seconds.
    editor = {
        one["Key"]: headers(s3, name, one["Key"]) if one["Key"].split("/")[-1].startswith("index") else []
        for name in buckets
        for one in s3.list_objects_v2(Bucket=name, Prefix="editor/").get("Contents", [])
    }
    # The rules of each function that runs by a schedule.
    events = boto3.client("events")
    schedules = {
        target["Arn"].split(":")[6]: rule["ScheduleExpression"]
        for rule in events.list_rules()["Rules"]
        if rule["State"] == "ENABLED"
        for target in events.list_targets_by_rule(Rule=rule["Name"])["Targets"]
    }
    roles = [role["RoleName"] for role in iam.list_roles()["Roles"]]
    return {"functions": functions, "media": media, "editor": editor, "schedules": schedules, "roles": len(roles)}


json.dump(inventory(sys.argv[1]), sys.stdout)
