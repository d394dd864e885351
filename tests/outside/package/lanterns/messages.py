"""The messages, as protoc would make them of a file `lanterns/v1/lanterns.proto`."""

from collections.abc import Mapping
from typing import Final

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import Message

_PACKAGE: Final = "lanterns.v1"
_Field = descriptor_pb2.FieldDescriptorProto
_ONE, _MANY = _Field.LABEL_OPTIONAL, _Field.LABEL_REPEATED
_UINT, _SINT, _TEXT = _Field.TYPE_UINT32, _Field.TYPE_SINT32, _Field.TYPE_STRING
_FIELDS: Final[Mapping[str, Mapping[str, tuple[int, int | str]]]] = {
    "LanternsComponents": {"lantern_worth": (_MANY, _UINT), "lantern_name": (_MANY, _TEXT)},
    "LanternsEvents": {
        "kind": (_MANY, _UINT),
        "seat": (_MANY, _UINT),
        "lantern": (_MANY, _UINT),
        "gain": (_MANY, _UINT),
    },
    "LanternsObservation": {
        "seat": (_ONE, _UINT),
        "to_act": (_ONE, _UINT),
        "turn": (_ONE, _UINT),
        "hand": (_MANY, _UINT),
        "hand_sizes": (_MANY, _UINT),
        "lit": (_MANY, _SINT),
        "gone": (_MANY, _UINT),
        "points": (_MANY, _UINT),
        "lowest": (_ONE, _UINT),
    },
    "LanternsActions": {"id": (_MANY, _UINT), "lantern": (_MANY, _UINT)},
    "LanternsPosition": {
        "events": (_ONE, "LanternsEvents"),
        "observation": (_ONE, "LanternsObservation"),
        "actions": (_ONE, "LanternsActions"),
    },
}


def _file() -> descriptor_pb2.FileDescriptorProto:
    file = descriptor_pb2.FileDescriptorProto(
        name="lanterns/v1/lanterns.proto", package=_PACKAGE, syntax="proto3"
    )
    for name, fields in _FIELDS.items():
        message = file.message_type.add(name=name)
        for number, (field, (label, kind)) in enumerate(fields.items(), start=1):
            added = message.field.add(name=field, number=number)
            added.label = _Field.Label.ValueType(label)
            if isinstance(kind, str):
                added.type, added.type_name = _Field.TYPE_MESSAGE, f".{_PACKAGE}.{kind}"
            else:
                added.type = _Field.Type.ValueType(kind)
    return file


_POOL: Final = descriptor_pool.Default()
_POOL.AddSerializedFile(_file().SerializeToString())


def _class(name: str) -> type[Message]:
    return message_factory.GetMessageClass(_POOL.FindMessageTypeByName(f"{_PACKAGE}.{name}"))


LanternsComponents: Final = _class("LanternsComponents")
LanternsEvents: Final = _class("LanternsEvents")
LanternsObservation: Final = _class("LanternsObservation")
LanternsActions: Final = _class("LanternsActions")
LanternsPosition: Final = _class("LanternsPosition")
